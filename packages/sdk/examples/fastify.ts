import { answerNotification, inMemory, receiveFromNode, storeOnce } from '@cardwright/sdk/webhooks';
import { fastify } from 'fastify';
import { store } from './store.ts';

const deduplicate = inMemory();
const app = fastify();

// No parser may read the body here, whatever its type. If other routes read JSON, register this route in its own
// plugin.
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', (_request, _payload, done) => done(null));
app.setErrorHandler((error, _request, reply) => {
  console.error(error);
  const { status, headers, body } = answerNotification({ type: '', code: '96' });
  return reply.code(status).headers(headers).send(body);
});

app.post('/notifications', async (request, reply) => {
  const received = await receiveFromNode(request.raw, { secret: process.env.WEBHOOK_SECRET });
  const { status, headers, body } = await storeOnce(received, deduplicate, store);
  return reply.code(status).headers(headers).send(body);
});

await app.listen({ port: Number(process.env.PORT) });
