import { ModelFailure } from '../domain/language-model.ts';

const maxAnswerBytes = 256 * 1_024;

/** A fetch that follows no redirect (a key goes where it was meant to, or nowhere) and reads at most 256 KiB of a body. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const { body } = response;
  if (body === null) return response;
  if (Number(response.headers.get('content-length') ?? 0) > maxAnswerBytes) {
    await body.cancel();
    throw new ModelFailure('too_large');
  }
  const bytes = await wholeOf(body);
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // What was read is no longer encoded.
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(status === 204 ? null : bytes, { status, statusText, headers });
}

async function wholeOf(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      // Leaving the loop cancels the body, and with it the connection.
      if (bytes > maxAnswerBytes) throw new ModelFailure('too_large');
      chunks.push(chunk);
    }
  } catch (error) {
    // An answer that broke off has been worked for already: to ask again would be charged again.
    throw error instanceof ModelFailure ? error : new ModelFailure('malformed');
  }
  return Buffer.concat(chunks);
}
