import { answerNotification, inMemory, receiveFromRequest, responseOf, storeOnce } from '@cardwright/sdk/webhooks';
import { store } from './store.ts';

const deduplicate = inMemory();

/** Save this file as app/notifications/route.ts. */
export async function POST(request: Request): Promise<Response> {
  try {
    const received = await receiveFromRequest(request, { secret: process.env.WEBHOOK_SECRET });
    return responseOf(await storeOnce(received, deduplicate, store));
  } catch (error) {
    console.error(error);
    return responseOf(answerNotification({ type: '', code: '96' }));
  }
}
