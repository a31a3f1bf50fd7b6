import { answerNotification, inMemory, receiveFromRequest, responseOf, storeOnce } from '@cardwright/sdk/webhooks';
import { Hono } from 'hono';
import { store } from './store.ts';

const deduplicate = inMemory();
const app = new Hono();

app.post('/notifications', async ({ req }) => {
  const received = await receiveFromRequest(req.raw, { secret: process.env.WEBHOOK_SECRET });
  return responseOf(await storeOnce(received, deduplicate, store));
});
app.onError((error) => {
  console.error(error);
  return responseOf(answerNotification({ type: '', code: '96' }));
});

export default app;
