/**
 * Prints the picture of imports between rooms, and what is too wide or too long: `npm run house`. With `--numbers` it
 * prints how many ways there are to do one thing (`numbers.ts`).
 */
import { faultOfImport, floors, placeOf } from './floors.ts'
import { circlesAmong, codeOf, filesIn, importsOf, productFiles, read } from './imports.ts'
import { numbers } from './numbers.ts'

const WIDEST = 120
const LONGEST_FILE = 250

export interface House {
  rooms: number
  floors: number
  /** Imports between rooms. */
  arrows: number
  /** Imports that go up, or to another room of the same floor. */
  faults: string[]
  /** Groups of files that import each other in a circle, types counted. */
  circles: string[][]
  /** Files that live in no room. */
  homeless: string[]
}

export const measureHouse = (): House => {
  const files = productFiles()
  const homeless = files.filter((file) => placeOf(file) === undefined)
  const between = files.flatMap(importsOf).flatMap(({ from, target }) => {
    const [here, there] = [placeOf(from), placeOf(target)]
    return here && there && here.room !== there.room ? [{ from, target, arrow: `${here.room} → ${there.room}` }] : []
  })
  const inhabited = new Set(files.map((file) => placeOf(file)?.room))
  return {
    rooms: inhabited.size,
    floors: floors.filter((floor) => floor.some(({ name }) => inhabited.has(name))).length,
    arrows: new Set(between.map(({ arrow }) => arrow)).size,
    faults: between.flatMap(({ from, target }) => {
      const fault = faultOfImport(from, target)
      return fault === undefined ? [] : [`${from} → ${target}: ${fault}`]
    }),
    circles: circlesAmong(files),
    homeless,
  }
}

const list = (title: string, lines: readonly string[]): string[] => [
  `${title}: ${lines.length}`,
  ...lines.map((line) => `  ${line}`),
]

const report = (): string[] => {
  const { rooms, floors: count, arrows, faults, circles, homeless } = measureHouse()
  const written = [...productFiles(), ...filesIn('test'), ...filesIn('prisma')]
  const wide = written.map((file) => ({
    file,
    lines: read(file)
      .split('\n')
      .filter((line) => line.length > WIDEST).length,
  }))
  const long = productFiles()
    .map((file) => ({ file, lines: codeOf(file).split('\n').length }))
    .filter(({ lines }) => lines > LONGEST_FILE)
  return [
    ...floors
      .map((floor, index) => `${String(index + 1).padStart(2)}  ${floor.map(({ name }) => name).join(', ')}`)
      .toReversed(),
    '',
    `rooms ${rooms}, floors ${count}, arrows between rooms ${arrows}`,
    ...list('imports that go up or sideways', faults),
    ...list(
      'circles, types counted',
      circles.map((files) => files.join(' ⇄ ')),
    ),
    ...list('files in no room', homeless),
    ...list(
      `files with lines over ${WIDEST} columns`,
      wide.filter(({ lines }) => lines > 0).map(({ file, lines }) => `${lines}  ${file}`),
    ),
    ...list(
      `files over ${LONGEST_FILE} lines`,
      long.map(({ file, lines }) => `${lines}  ${file}`),
    ),
  ]
}

if (import.meta.main) {
  const [option, ...revisions] = process.argv.slice(2)
  process.stdout.write(`${(option === '--numbers' ? numbers(revisions) : report()).join('\n')}\n`)
}
