/** A form as clients send it: made by the platform's own FormData, so that its bytes are not ours. */
export const formOf = async (
  parts: Readonly<Record<string, string | Blob>>,
): Promise<{ payload: Buffer; headers: { 'content-type': string } }> => {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  const response = new Response(form)
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}
