import type { Context, Pattern, Rule } from '../rule.ts'
import { Group, parseTerm, type Syntax, type Terms } from './group.ts'

/**
 * How one syntax says the business groups and terms of EN 16931.
 *
 * A group is bound to the elements it is found at; a term to a path from there. In a path `/@name` at the end means an
 * attribute, and `!` that a blank value counts as none: the official rule files differ in that from term to term and
 * from syntax to syntax, so it stands in the tables and the rules themselves are written once.
 */
export type SyntaxBinding = {
  readonly syntax: Syntax
  readonly groups: Readonly<Record<GroupName, GroupBinding>>
}

type GroupBinding = {
  readonly names: readonly string[]
  readonly at?: Context['at']
  readonly where?: Context['where']
  readonly terms: Readonly<Record<string, string>>
}

/** The groups that rules speak of, in the order of the norm. `BG-0` is the invoice itself. */
const groupNames = [
  'BG-0',
  'BG-1',
  'BG-3',
  'BG-4',
  'BT-34',
  'BG-5',
  'BT-49',
  'BG-8',
  'BG-10',
  'BG-11',
  'BG-12',
  'BT-31',
  'BG-13',
  'BG-14',
  'BG-15',
  'BG-16',
  'BG-17',
  'BG-18',
  'BG-20',
  'BG-21',
  'BG-22',
  'BT-110',
  'BG-23',
  'BG-24',
  'BG-25',
  'BG-26',
  'BG-27',
  'BG-28',
  'BT-157',
  'BT-158',
  'BG-32',
] as const
type GroupName = (typeof groupNames)[number]

export type GroupRules = Partial<Readonly<Record<GroupName, readonly Rule<Group>[]>>>

/** The rules of the norm over one syntax: a pattern for each group. */
export const bind = (rules: GroupRules, binding: SyntaxBinding): Pattern[] =>
  groupNames.flatMap((name) => {
    const groupRules = rules[name]
    return groupRules === undefined ? [] : [[bindGroup(groupRules, binding.syntax, binding.groups[name])]]
  })

const bindGroup = (
  rules: readonly Rule<Group>[],
  syntax: Syntax,
  { names, at, where, terms }: GroupBinding,
): Context => {
  const parsed: Terms = new Map(Object.entries(terms).map(([name, path]) => [name, parseTerm(path)]))
  return {
    names,
    at,
    where,
    rules: [],
    group: { rules, of: (element, document) => new Group(element, document, syntax, parsed) },
  }
}
