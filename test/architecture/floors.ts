/**
 * The floors of the house, from the ground up. An import never goes up, and rooms of one floor do not know each other;
 * what is said here is what lint and the architecture test enforce.
 */
export interface Room {
  /** A folder, or the files whose paths match. */
  at: string | RegExp
  name: string
}

const folder = (path: string): Room => ({ at: `${path}/`, name: path.replace(/^src\//, '') })

export const floors: readonly (readonly Room[])[] = [
  [folder('src/values'), folder('src/docs')],
  [folder('src/kernel'), folder('src/formats')],
  [
    folder('src/auth'),
    folder('src/client'),
    folder('src/engine/feed'),
    folder('src/engine/work'),
    folder('src/rules'),
    folder('src/upstreams'),
  ],
  [folder('src/cli'), folder('src/engine/requests'), folder('src/engine/webhooks'), folder('src/lifecycle/tables')],
  [folder('src/operation'), folder('src/flows/record')],
  [folder('src/directory'), folder('src/http'), folder('src/requests')],
  [folder('src/companies')],
  [
    folder('src/compliance/reports'),
    folder('src/documents/record'),
    folder('src/graphql'),
    folder('src/keys'),
    folder('src/partners/record'),
    folder('src/webhooks'),
  ],
  [folder('src/categorization'), folder('src/events'), folder('src/lifecycle')],
  [
    folder('src/compliance'),
    folder('src/partners'),
    folder('src/payments'),
    folder('src/portability'),
    folder('src/sandbox'),
    folder('src/tenants'),
  ],
  [folder('src/exchange'), folder('src/oauth')],
  [
    folder('src/bulk'),
    folder('src/documents'),
    folder('src/flows'),
    folder('src/identity'),
    folder('src/procurement'),
    folder('src/stats'),
  ],
  [folder('src/sandbox/stories')],
  [
    { at: /^src\/[a-z]+\/schema(-[a-z]+)?\.ts$/, name: 'schema of each domain' },
    folder('rest-compat'),
    folder('afnor'),
  ],
  [folder('src/doors'), folder('src/console')],
  [folder('src/app')],
]

export interface Place {
  floor: number
  room: string
}

/** Patterns before folders, inner folders before outer ones. */
const rooms = floors
  .flatMap((floor, index) => floor.map((room) => ({ ...room, floor: index + 1 })))
  .toSorted((one, other) => weight(other.at) - weight(one.at))

function weight(at: string | RegExp): number {
  return typeof at === 'string' ? at.length : Number.POSITIVE_INFINITY
}

/** Where a file lives; undefined where it is not a part of the house. */
export const placeOf = (file: string): Place | undefined => {
  const room = rooms.find(({ at }) => (typeof at === 'string' ? file.startsWith(at) : at.test(file)))
  return room && { floor: room.floor, room: room.name }
}

/** Why a file may not import another, in words; undefined where it may. */
export const faultOfImport = (from: string, target: string): string | undefined => {
  const [here, there] = [placeOf(from), placeOf(target)]
  if (!here || !there || here.room === there.room || there.floor < here.floor) return undefined
  return there.floor > here.floor
    ? `${here.room} (floor ${here.floor}) imports ${there.room} (floor ${there.floor}): an import never goes up.`
    : `${here.room} imports ${there.room}: rooms of one floor (${here.floor}) do not know each other.`
}
