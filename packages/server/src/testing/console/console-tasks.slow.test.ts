import { describe, expect, it } from 'vitest';
import { waitForIndex } from '../background-work.ts';
import { setControls } from '../cards/card-control.ts';
import { authorize, ecommerceMessage, issueCard } from '../cards/issued-cards.ts';
import { TEST_NOW } from '../test-server.ts';
import { accessibilityFaults } from './accessibility.ts';
import { type ConsoleWorld, fileConsole, takePicture } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

if (RUNS_BROWSER_TESTS) {
  describe('tasks in the console', () => {
    const world = fileConsole();

    const openAs = (person: string, path: string, options: Parameters<ConsoleWorld['openAs']>[2] = {}) =>
      world.openIdle(person, path, { now: TEST_NOW, ...options });
    async function declinedAccount(amount = '000000100000') {
      const { server } = world;
      const card = await issueCard(server, { available: '5000.00' });
      await setControls(server, card, { ecomStatus: 'OFF' });
      const fields = { Transaction_Amount: amount, Transaction_Amount_Cardholder_Billing: amount };
      const pay = async () => (await authorize(server, ecommerceMessage(card, fields))).json.Action_Code;
      expect(await pay()).toBe('57');
      await waitForIndex(server);
      return { pay, path: `/authorizations?account_number=${card.accountNumber}` };
    }

    it('bring a request of an agent to card operations, and the answer back', async () => {
      const { pay, path } = await declinedAccount();
      const agent = await openAs('layla', path);
      await agent.locator('tbody tr').first().click();
      await agent.getByRole('button', { name: 'Allow one payment like this' }).click();
      const dialog = agent.getByRole('dialog', { name: 'Allow one payment' });
      await dialog.getByLabel('Reason').fill('The customer is at the till');
      await dialog.getByRole('button', { name: 'Allow payment' }).click();
      // the amount exceeds the grant of agents
      await dialog.getByRole('button', { name: 'Ask card operations' }).click();
      await agent.getByRole('button', { name: 'Request sent to card operations' }).waitFor();

      const operations = await openAs('omar', '/tasks', { width: DESK.width });
      await operations
        .getByRole('link', { name: /^Tasks/ })
        .getByText('1', { exact: true })
        .waitFor();
      await operations.keyboard.press('j');
      await operations.keyboard.press('Enter');
      const panel = operations.getByRole('region', { name: 'Payment to allow' });
      await panel.getByText('The customer is at the till').waitFor();
      await panel.getByLabel('Assigned to').selectOption({ label: 'Omar Farouk' });
      await panel.getByRole('textbox', { name: 'Comment' }).fill('Calling back');
      await panel.getByRole('button', { name: 'Add comment' }).click();
      await panel.getByRole('list', { name: 'Comments' }).getByText('Calling back').waitFor();
      await takePicture(operations, 'tasks-desk-en-light');
      expect(await accessibilityFaults(operations)).toEqual([]);
      await panel.getByLabel('Answer').fill('Only this one');
      await panel.getByRole('button', { name: 'Allow payment' }).click();
      await operations.getByText('No tasks').waitFor();
      expect([await pay(), await pay()]).toEqual(['00', '57']);

      await agent.goto(`${world.url}/console/tasks`);
      await agent.locator('tbody tr').first().click();
      const answer = agent.getByRole('region', { name: 'Payment to allow' });
      await answer.getByText('Only this one').waitFor();
      await answer.getByRole('button', { name: 'Done' }).click();
      await agent.getByText('No tasks').waitFor();
    });

    it('let a person without exceptions request one at once, and are declined only with an answer', async () => {
      const { path } = await declinedAccount();
      const analyst = await openAs('noor', path);
      await analyst.locator('tbody tr').first().click();
      await analyst.getByRole('button', { name: 'Ask card operations' }).click();
      const dialog = analyst.getByRole('dialog', { name: 'Ask card operations' });
      await dialog.getByLabel('Reason').fill('Looks genuine');
      expect(await accessibilityFaults(analyst)).toEqual([]);
      await dialog.getByRole('button', { name: 'Ask card operations' }).click();
      await analyst.getByRole('button', { name: 'Request sent to card operations' }).waitFor();
      const operations = await openAs('omar', '/tasks');
      await operations.locator('tbody tr').first().click();
      const panel = operations.getByRole('region', { name: 'Payment to allow' });
      expect(await panel.getByRole('button', { name: 'Decline' }).isDisabled()).toBe(true);
      await panel.getByLabel('Answer').fill('No');
      await panel.getByRole('button', { name: 'Decline' }).click();
      await operations.getByText('No tasks').waitFor();
    });

    it.each([
      ['en', 'light'],
      ['ar', 'dark'],
    ] as const)('fit a phone in %s and %s', async (language, scheme) => {
      const { path } = await declinedAccount();
      const { server } = world;
      const account = new URLSearchParams(path.split('?')[1]).get('account_number');
      const payload = { account_number: account, merchantId: 'SHOP1', maxAmount: '900.00', reason: 'On the phone' };
      await server.request({ method: 'POST', url: '/V2/payment-requests', as: 'demo-bank', payload });
      const page = await openAs('omar', '/tasks', { width: PHONE.width, language, scheme });
      await page.locator('tbody tr').first().click();
      await page.locator('[data-task]').waitFor();
      await takePicture(page, `tasks-${language}-${scheme}-phone`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });
}
