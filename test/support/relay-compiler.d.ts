declare module 'relay-compiler' {
  /** The path of the compiler's program for this machine. */
  const compiler: string
  export default compiler
}
