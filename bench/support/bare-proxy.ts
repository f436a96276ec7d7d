/**
 * The baseline for a draft that asks a model: a Fastify route that parses the same JSON, asks the same stub with a
 * plain HTTP client, parses the answer and returns it. It does nothing else.
 */
import { Agent, request } from 'node:http';
import Fastify from 'fastify';

const modelUrl = `${process.env['MODEL_BASE_URL']}/chat/completions`;
const agent = new Agent({ keepAlive: true });
const app = Fastify({ logger: false });
app.get('/readyz', async () => ({ ok: true }));
app.post('/api/v1/agent/draft', async (_request, reply) => {
  const answer = JSON.parse(await ask());
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ ok: true, answer }));
});
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => process.exit(0));

function ask(): Promise<string> {
  return new Promise((resolve, reject) => {
    const body = process.env['MODEL_BODY'] ?? '';
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const outgoing = request(modelUrl, { method: 'POST', agent, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
