/** The baseline: a Fastify route that parses the same JSON, answers with the same bytes, and does nothing else. */
import Fastify from 'fastify';
import { constantOutput } from './constant-engine.ts';

const app = Fastify({ logger: false });
const answer = JSON.stringify({ ok: true, decision: constantOutput.decision });
app.get('/readyz', async () => ({ ok: true }));
app.post('/api/v1/agent/draft', async (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => process.exit(0));
