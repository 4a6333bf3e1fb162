/** Jobs that show what threads do. */
import { getHeapStatistics } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { systemClock } from '../../src/kernel/clock.ts'
import { FormatError } from '../../src/formats/format-error.ts'
import { AppError } from '../../src/kernel/errors/app-error.ts'
import type { ChunkedBytes } from '../../src/kernel/bytes.ts'
import { heavyJob } from '../../src/kernel/threads/job.ts'

interface Sized {
  size: number
}

const sized = { sizeOf: ({ size }: Sized) => size, inPlaceBelow: 100, limitMs: 60_000 }

const refusals = {
  AppError: () =>
    new AppError('CONFLICT', {
      message: 'No.',
      retryAfter: 7,
      details: [{ field: 'a', rule: 'b', message: 'c', found: 1 }],
    }),
  FormatError: () => new FormatError('MALFORMED', 'Broken.', 3, 4),
  Error: () => new Error('Unexpected.'),
}

export const jobs = {
  where: heavyJob({ ...sized, name: 'where', run: ({ size }: Sized) => ({ size, isMainThread }) }),
  refuse: heavyJob<Sized & { as: keyof typeof refusals }, null>({
    ...sized,
    name: 'refuse',
    run: ({ as }) => {
      throw refusals[as]()
    },
  }),
  turn: heavyJob<Sized & { bytes: Uint8Array }, { bytes: Uint8Array }>({
    ...sized,
    name: 'turn',
    run: ({ bytes }) => ({ bytes: bytes.toReversed() }),
  }),
  last: heavyJob<Sized & { file: ChunkedBytes; fails?: boolean }, string>({
    ...sized,
    name: 'last',
    run: ({ file, fails }) => {
      if (fails) throw refusals.FormatError()
      return `${file.pieces.length} pieces, ${file.sha256.length} ${Buffer.from(file.whole()).toString().slice(-3)}`
    },
  }),
  fill: heavyJob<Sized & { filled?: Int32Array }, number>({
    ...sized,
    name: 'fill',
    run: ({ filled }) => {
      const all: object[] = []
      for (;;) {
        all.push({ index: all.length })
        if (filled) filled[0] = all.length
      }
    },
  }),
  /** Holds a third of what a thread of these tests may, and lets go of three times that. */
  litter: heavyJob({
    ...sized,
    name: 'litter',
    run: (_input: Sized): number => {
      const make = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ text: `${index}` }))
      const held = make(500_000)
      for (let round = 0; round < 300; round += 1) make(5_000)
      return held.length
    },
  }),
  /** Holds less than a thread of these tests may, and answers how much there is with what others have left. */
  hold: heavyJob({
    ...sized,
    name: 'hold',
    run: (_input: Sized): number => {
      const held = new Uint8Array(120_000_000)
      for (const until = systemClock.steady() + 250; systemClock.steady() < until;);
      return Math.max(held.length, getHeapStatistics().external_memory)
    },
  }),
  /** Fails where nobody waits for it, and never answers. */
  crash: heavyJob<Sized & { file?: ChunkedBytes }, never>({
    ...sized,
    name: 'crash',
    run: () =>
      new Promise(() => {
        setTimeout(() => {
          throw new TypeError('Nobody expected this.')
        })
      }),
  }),
  spin: heavyJob({
    ...sized,
    limitMs: 500,
    name: 'spin',
    run: (_input: Sized): number => {
      for (;;);
    },
  }),
}
