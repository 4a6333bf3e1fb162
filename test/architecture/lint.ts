/** Rules of the project for the linter. */
import { dirname, relative, resolve } from 'node:path'
import { faultOfImport } from './floors.ts'
import { root } from './imports.ts'

interface Context {
  filename: string
  report(finding: { node: unknown; message: string }): void
}

interface Importing {
  source?: { value: unknown } | null
}

interface Called {
  callee: { type: string; name?: string; object?: { name?: string }; property?: { name?: string } }
  arguments: readonly unknown[]
}

/** In the editor, what the architecture test tells in the suite. */
const floors = {
  create(context: Context) {
    const file = relative(root, context.filename)
    const check = (node: Importing): void => {
      const specifier = node.source?.value
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return
      const message = faultOfImport(file, relative(root, resolve(root, dirname(file), specifier)))
      if (message !== undefined) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}

const MACHINE = new Set(['Date.now', 'performance.now'])
const TOLD = 'Tests take the time from `app.clock`, or from `systemClock` where no application takes part.'

/** No test measures how fast the machine is, so none reads its clock. */
const clock = {
  create(context: Context) {
    return {
      CallExpression(node: Called) {
        const { object, property } = node.callee
        if (MACHINE.has(`${object?.name}.${property?.name}`)) context.report({ node, message: TOLD })
      },
      NewExpression(node: Called) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) context.report({ node, message: TOLD })
      },
    }
  },
}

export default { meta: { name: 'house' }, rules: { floors, clock } }
