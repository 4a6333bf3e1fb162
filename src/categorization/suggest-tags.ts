import { z } from 'zod'
import { date, decimal, freeObject, typedAs } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { objectId, objectType, visibleObject } from './categorize.ts'
import { contextFeatures } from './features.ts'
import { knowledgeOf } from './learn.ts'
import { confidenceOf, posteriors } from './predict.ts'

export interface Suggestion {
  tagId: string
  name: string
  groupId: string
  confidence: number
}

const fact = (description: string) => z.string().optional().describe(description)

/** In JSON any names are accepted; GraphQL has those that stand for something, and one for words. */
const context = typedAs(
  freeObject
    .meta({ examples: [{ supplier: '0208:0403019261', text: 'Toner and paper' }] })
    .describe(
      'Further facts about the object: `supplier`, `amount`, `reference`, ' +
        '`country`, `currency`, `date`. Any other text is read as words.',
    ),
  z
    .strictObject({
      supplier: fact('The supplier: a name or a participant id.'),
      amount: decimal.optional().describe('An amount, of which the order of magnitude counts.'),
      reference: fact('A reference, such as the number of an order.'),
      country: fact('Country code.'),
      currency: fact('Currency code.'),
      date: date.optional().describe('A day, of which the day of the week counts.'),
      text: fact('Anything else, which is read as words.'),
    })
    .meta({ id: 'SuggestionContextInput', description: 'Further facts about the object.' }),
)

const MOST_SUGGESTIONS = 20

export const suggestTags = operation({
  name: 'suggestTags',
  summary:
    'Suggests tags for an object, the most probable first, learned from the assignments of the ' +
    'company of the object alone. The confidence says how often suggestions as strong as this one were right.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({
    objectId,
    objectType: objectType.describe('Kind of the object.'),
    context: context.optional(),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN'],
  async run({ db, actor, actor: { organizationId } }, given): Promise<Suggestion[]> {
    const object = await visibleObject(db, actor, given.objectId, given.objectType)
    const features = [...new Set([...object.features, ...contextFeatures(given.context ?? {})])]
    const [groups, assigned] = await Promise.all([
      db.tagGroup.findMany({
        where: {
          organizationId,
          objectTypes: { has: object.objectType },
          OR: [{ companyId: null }, { companyId: object.companyId }],
        },
        select: { id: true, exclusive: true },
      }),
      db.tagAssignment.findMany({
        where: { organizationId, objectId: object.objectId },
        select: { tagId: true, tag: { select: { groupId: true } } },
      }),
    ])
    const has = new Set(assigned.map(({ tagId }) => tagId))
    const decided = new Set(assigned.map(({ tag }) => tag.groupId))
    const open = groups.filter(({ id, exclusive }) => !exclusive || !decided.has(id)).map(({ id }) => id)
    const ranked = (
      await knowledgeOf(db, { organizationId, companyId: object.companyId ?? '' }, open, features)
    ).flatMap(({ groupId, tags, counts, bins }) => {
      const candidates = tags.filter(({ id }) => !has.has(id))
      // Where nothing was ever assigned nothing is known.
      if (!candidates.some(({ learned }) => learned > 0)) return []
      const probabilities = posteriors(candidates, counts, features)
      return candidates.map(({ id, name }) => ({
        tagId: id,
        name,
        groupId,
        probability: probabilities.get(id) ?? 0,
        confidence: confidenceOf(probabilities.get(id) ?? 0, bins),
      }))
    })
    return ranked
      .sort((a, b) => b.confidence - a.confidence || b.probability - a.probability)
      .slice(0, MOST_SUGGESTIONS)
      .map(({ probability: _probability, confidence, ...tag }) => ({
        ...tag,
        confidence: Math.round(confidence * 10_000) / 10_000,
      }))
  },
})
