import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '../../testing/test-server.ts';
import { runDemo } from './demo-job.ts';

describe('the demo', () => {
  const server = fileServer();
  let url: string;
  beforeAll(async () => {
    await server.server.app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(server.server.app.server.address() as AddressInfo).port}`;
  });

  it('runs the whole main job repeatedly, and prints no card number', async () => {
    for (let run = 1; run <= 2; run++) {
      const printed: string[] = [];
      await runDemo(url, (text) => void printed.push(text));
      const text = printed.join('');
      expect(text.match(/^\d+\. .*$/gm)).toEqual([
        '1. Tokens',
        '2. Client',
        '3. Account',
        '4. Card',
        '5. Card details',
        '6. Balance',
        '7. Authorization, approved',
        '8. The same message again',
        '9. Authorization, declined',
        '10. Why was this declined?',
        '11. Partial reversal',
        '12. Completion',
        '13. Balance again',
        '14. Card settings',
        '15. Declined by a switch',
        '16. What if it were on?',
        '17. On for one',
        '18. Settings now',
        '19. Restriction',
        '20. Restriction lifted',
        '21. Backtest',
        '22. Insurance',
        '23. Card blocked',
        '24. Declined again',
        '25. A wrong request',
      ]);
      expect(text).toContain('"CARD_NUMBER": "400000XXXXXX');
      expect(text).not.toMatch(/(?<!\d)400000\d{10}(?!\d)/);
      expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    }
  });

  it('prints how to start a sandbox if none answers', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const nobody = `http://127.0.0.1:${(taken.address() as AddressInfo).port}`;
    taken.close();
    await once(taken, 'close');
    await expect(runDemo(nobody, () => {})).rejects.toThrow(
      `Failed to connect to ${nobody} (ECONNREFUSED). To start a sandbox, run: npm start`,
    );
  });
});
