/** The receivers of webhooks that the guide shows, and how each is started where its language is installed. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, startProgram } from '../support/program.ts'
import { programOf } from './texts.ts'

interface Kind {
  language: string
  file: string
  /** The command that tells whether it is there. */
  needs: string
  /** Command that compiles it. */
  compile?: readonly string[]
  run(folder: string, port: string): readonly string[]
}

export const kinds: readonly Kind[] = [
  { language: 'ts', file: 'receiver.ts', needs: 'node', run: (folder) => ['node', join(folder, 'receiver.ts')] },
  {
    language: 'python',
    file: 'receiver.py',
    needs: 'python3',
    run: (folder) => ['python3', join(folder, 'receiver.py')],
  },
  {
    language: 'php',
    file: 'receiver.php',
    needs: 'php',
    run: (folder, port) => ['php', '-S', `127.0.0.1:${port}`, join(folder, 'receiver.php')],
  },
  {
    language: 'java',
    file: 'Receiver.java',
    needs: 'javac',
    compile: ['javac', 'Receiver.java'],
    run: (folder) => ['java', '-cp', folder, 'Receiver'],
  },
  {
    language: 'csharp',
    file: 'Receiver.cs',
    needs: 'mcs',
    compile: ['mcs', '-out:Receiver.exe', 'Receiver.cs'],
    run: (folder) => ['mono', join(folder, 'Receiver.exe')],
  },
  {
    language: 'go',
    file: 'receiver.go',
    needs: 'go',
    compile: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    run: (folder) => [join(folder, 'receiver')],
  },
]

export const isInstalled = ({ needs }: Kind): boolean => spawnSync('which', [needs]).status === 0

/** Writes the block of the guide into a file, as a reader does, and starts it. */
export const startReceiver = (kind: Kind, folder: string, port: string, secret: string): Program => {
  writeFileSync(join(folder, kind.file), programOf('guides/webhooks', kind.language, 'receiver'))
  if (kind.compile) {
    const [command = '', ...parameters] = kind.compile
    const { status, stderr } = spawnSync(command, parameters, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  const [command = '', ...parameters] = kind.run(folder, port)
  return startProgram(command, parameters, { PORT: port, WEBHOOK_SECRET: secret }, folder)
}
