import { createServer } from 'node:http';
import { answerNotification, inMemory, receiveFromNode, sendAnswer, storeOnce } from '@cardwright/sdk/webhooks';
import { keep } from './keep.ts';

const seen = inMemory();

createServer(async (request, response) => {
  try {
    const received = await receiveFromNode(request, { secret: process.env.WEBHOOK_SECRET });
    sendAnswer(response, await storeOnce(received, seen, keep));
  } catch (error) {
    console.error(error);
    sendAnswer(response, answerNotification({ type: '', code: '96' }));
  }
}).listen(process.env.PORT);
