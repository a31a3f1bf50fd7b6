import { createServer } from 'node:http';
import { answerNotification, inPostgres, receiveFromNode, sendAnswer, storeOnce } from '@cardwright/sdk/webhooks';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const deduplicate = inPostgres<pg.PoolClient>(pool);

createServer(async (request, response) => {
  try {
    const received = await receiveFromNode(request, { secret: process.env.WEBHOOK_SECRET });
    const answer = await storeOnce(received, deduplicate, (notification, client) =>
      client.query('insert into my_notifications (id, body) values ($1, $2)', [notification.id, notification]),
    );
    sendAnswer(response, answer);
  } catch (error) {
    console.error(error);
    sendAnswer(response, answerNotification({ type: '', code: '96' }));
  }
}).listen(process.env.PORT);
