import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restrict } from '../cards/card-control.ts';
import { type Amina, makeAmina } from './amina.ts';
import { type ConsoleWorld, consoleWorld, waitUntilIdle } from './console-world.ts';
import { IS_BROWSER_TRIED } from './installed-chromium.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

if (IS_BROWSER_TRIED) {
  describe('requests for tokens in the console', () => {
    let world: ConsoleWorld;
    let amina: Amina;
    beforeAll(async () => {
      world = await consoleWorld();
      amina = await makeAmina(world.server);
      const request = (more: Record<string, unknown>) =>
        world.server.request({
          method: 'POST',
          url: '/V2/tokens/provisioning',
          as: 'demo-network',
          payload: {
            ...{ provisioning_id: randomUUID(), card: amina.card.exid },
            ...{ requestor_id: '4001003027', requestor_name: 'Example Pay', ...more },
          },
        });
      await request({ scores: { account: 5, device: 5 } });
      await request({ scores: { account: 1 } });
      await restrict(world.server, amina.card, { restriction_type: 'NFC', isAllowed: false });
      await request({ token_type: 'DEVICE' });
    });
    afterAll(() => world?.close());

    it('are on the page of their card, filtered by outcome, and explained', async () => {
      const page = await world.openAs('layla', `/cards/${amina.card.exid}`);
      const panel = page.getByRole('region', { name: 'Token requests' });
      await panel.getByRole('cell', { name: 'RESTRICTED' }).waitFor();
      expect(await panel.getByRole('cell', { name: 'Example Pay' }).count()).toBe(3);
      await panel.getByRole('cell', { name: 'Approved with a code' }).waitFor();
      await panel.getByLabel('Outcome').selectOption('DECLINED');
      await panel.getByRole('cell', { name: 'SCORES' }).waitFor({ state: 'detached' });
      await panel.getByRole('cell', { name: 'RESTRICTED' }).waitFor();
      expect(await panel.getByRole('cell', { name: 'Example Pay' }).count()).toBe(1);
      await panel.getByRole('button', { name: 'Explain' }).click();
      await panel.getByText('A restriction on this card refuses tokens of this kind.').waitFor();
      await panel.getByRole('cell', { name: 'token_type: DEVICE, in_force: NFC-' }).waitFor();
      await waitUntilIdle(page);
      const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      await page.context().close();
    });
  });
}
