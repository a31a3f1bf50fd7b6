import { Message } from '@cardwright/iso8583';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IssuedCard, issueCard } from '../cards/issued-cards.ts';
import { IsoClient, isoAuthorization } from '../networks/iso-client.ts';
import { consoleWorld, fileConsole, takePicture } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

if (RUNS_BROWSER_TESTS) {
  describe('networks in the console', () => {
    let client: IsoClient;
    let card: IssuedCard;
    const world = fileConsole(() => consoleWorld({ CARDWRIGHT_SANDBOX_ISO8583_PORT: '0' }));
    beforeAll(async () => {
      const [address] = await world.server.server.openNetworks();
      client = await IsoClient.connect(address!.port);
      card = await issueCard(world.server, { available: '100.00' });
      const sendSlowly = async (message: Message) => {
        await client.exchange(message);
        // the page shows at most ten messages of a second
        await new Promise((resolve) => setTimeout(resolve, 150));
      };
      await sendSlowly(new Message('0800', { 7: '1120080000', 11: '000001', 70: '001' }));
      await sendSlowly(isoAuthorization(card));
      await sendSlowly(isoAuthorization(card, { 4: '000000090000' }));
    });
    afterAll(async () => {
      client?.close();
    });

    it('show connections, answers and recent messages without card data, and open by the keyboard', async () => {
      const page = await world.openIdle('karim', '/networks');
      const panel = page.getByRole('region', { name: 'demo-network', exact: true });
      const line = panel.getByRole('table', { name: 'Connections of demo-network' }).getByRole('row').nth(1);
      await line.getByText('Signed on').waitFor();
      expect(await panel.locator('dl').textContent()).toMatch(/Cards ofAll banks.*Answered 001.*Answered 511/);
      const declined = panel.locator('details').first();
      await declined.getByText('0100 → 0110').waitFor();
      await declined.locator('summary').focus();
      await page.keyboard.press('Enter');
      const fields = declined.getByRole('table');
      expect(await fields.getByRole('row', { name: /Additional response/ }).textContent()).toContain(
        'INSUFFICIENT_FUNDS',
      );
      expect(await fields.getByRole('row', { name: /Primary account/ }).textContent()).toContain(
        `${card.cardNumber.slice(0, 6)}******${card.cardNumber.slice(-4)}`,
      );
      expect(await page.locator('body').textContent()).not.toContain(card.cardNumber);
      await takePicture(page, 'networks-open-en-light');
    });

    it('fit a phone of 360 px in Arabic', async () => {
      const page = await world.openIdle('karim', '/networks', { language: 'ar', scheme: 'dark', width: 360 });
      await page.getByText('مسجّلة الدخول').waitFor();
      await page.locator('details summary').first().click();
      await page.getByText('INSUFFICIENT_FUNDS').waitFor();
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(360);
      await takePicture(page, 'networks-open-ar-phone');
    });

    it('are hidden from a bank if they reach the cards of all banks', async () => {
      const page = await world.openIdle('salim', '/networks');
      await page.getByText('No networks').waitFor();
      expect(await page.locator('main').textContent()).not.toContain('demo-network');
      expect(world.complaints).toEqual([]);
    });
  });
}
