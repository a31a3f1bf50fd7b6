import { answerNotification, inMemory, receiveFromNode, sendAnswer, storeOnce } from '@cardwright/sdk/webhooks';
import express from 'express';
import { store } from './store.ts';

const deduplicate = inMemory();
const app = express();

// Register this route before express.json(): the signature covers the raw bytes, which express.json() would consume.
app.post('/notifications', async (request, response) => {
  try {
    const received = await receiveFromNode(request, { secret: process.env.WEBHOOK_SECRET });
    sendAnswer(response, await storeOnce(received, deduplicate, store));
  } catch (error) {
    console.error(error);
    sendAnswer(response, answerNotification({ type: '', code: '96' }));
  }
});

app.listen(process.env.PORT);
