import { createServer } from 'node:http';
import { answerNotification, inMemory, receiveFromNode, sendAnswer, storeOnce } from '@cardwright/sdk/webhooks';
import { store } from './store.ts';

const deduplicate = inMemory();

createServer(async (request, response) => {
  try {
    const received = await receiveFromNode(request, { secret: process.env.WEBHOOK_SECRET });
    sendAnswer(response, await storeOnce(received, deduplicate, store));
  } catch (error) {
    console.error(error);
    sendAnswer(response, answerNotification({ type: '', code: '96' }));
  }
}).listen(process.env.PORT);
