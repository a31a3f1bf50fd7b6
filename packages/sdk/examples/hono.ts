import { answerNotification, inMemory, receiveFromRequest, responseOf, storeOnce } from '@cardwright/sdk/webhooks';
import { Hono } from 'hono';
import { keep } from './keep.ts';

const seen = inMemory();
const app = new Hono();

app.post('/notifications', async ({ req }) => {
  const received = await receiveFromRequest(req.raw, { secret: process.env.WEBHOOK_SECRET });
  return responseOf(await storeOnce(received, seen, keep));
});
app.onError((error) => {
  console.error(error);
  return responseOf(answerNotification({ type: '', code: '96' }));
});

export default app;
