/** The floors as a rule for the linter, which tells in the editor what the architecture test tells in the suite. */
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

export default { meta: { name: 'house' }, rules: { floors } }
