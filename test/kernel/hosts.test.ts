import { describe, expect, test } from 'vitest'
import { Hosts, addressesIn } from '../../src/kernel/database/hosts.ts'

const PAIR = 'postgresql://me:p%2Cw%40x@one:5432,two:5433/invoices?target_session_attrs=read-write'

describe('an address of PostgreSQL', () => {
  test.each<[string, string[] | undefined]>([
    ['postgresql://one/db', ['postgresql://one/db']],
    ['postgres://me:secret@one:1,two:2/db', ['postgres://me:secret@one:1/db', 'postgres://me:secret@two:2/db']],
    ['postgresql://[::1]:5432,[::2]:5433/db', ['postgresql://[::1]:5432/db', 'postgresql://[::2]:5433/db']],
    [
      PAIR,
      [
        'postgresql://me:p%2Cw%40x@one:5432/invoices?target_session_attrs=read-write',
        'postgresql://me:p%2Cw%40x@two:5433/invoices?target_session_attrs=read-write',
      ],
    ],
    ['postgresql://one:port,two/db', undefined],
    ['invoices', undefined],
  ])('%s is one for each of its servers', (url, addresses) => expect(addressesIn(url)).toEqual(addresses))

  test('leads from a server that failed to the next one, and around, once for all who failed there', () => {
    const hosts = new Hosts(PAIR)
    const [one = '', two = ''] = addressesIn(PAIR) ?? []
    expect(hosts.current).toBe(one)
    hosts.failed(one)
    hosts.failed(one)
    expect(hosts.current).toBe(two)
    hosts.failed(two)
    expect(hosts.current).toBe(one)
  })

  test('is tried at each of its servers before it is given up', async () => {
    const hosts = new Hosts(PAIR)
    const asked: string[] = []
    const refused = hosts.onAny(() => {
      asked.push(hosts.current)
      hosts.failed(hosts.current)
      return Promise.reject(new Error(`not ${asked.length}`))
    })
    await expect(refused).rejects.toThrow('not 2')
    expect(asked).toEqual(addressesIn(PAIR))
  })

  test.each([
    ['postgresql://one/db', false],
    ['postgresql://one/db?target_session_attrs=primary', true],
    ['postgresql://one,two/db', true],
  ])('of %s a server that takes no writes is none: %s', (url, must) => expect(new Hosts(url).mustWrite).toBe(must))
})
