import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fileResource } from '../file-resources.ts';
import { answersOk } from '../webhook-receiver.ts';
import { registerWebhook, webhooks } from '../webhooks.ts';
import { makeAmina } from './amina.ts';
import { fileConsole, takePicture, waitUntilIdle } from './console-world.ts';
import { exportedFile } from './exported-file.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';
import { makeEndpoints } from './notified-endpoints.ts';

const ADMIN = 'salim';
const AUDITOR = 'rania';

if (RUNS_BROWSER_TESTS) {
  describe('operations of a bank in the console', () => {
    const world = fileConsole();
    const amina = fileResource(() => makeAmina(world.server));
    const endpoints = fileResource(() => makeEndpoints(world.server, amina.second.exid));

    const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

    it('shows the state of each endpoint, and why a delivery failed, with the received answer', async () => {
      const page = await world.openIdle(ADMIN, '/webhooks');
      const line = page.getByRole('row', { name: /Fraud desk/ });
      expect(await line.textContent()).toMatch(/Failing/);
      expect(await page.getByRole('row', { name: /Core banking/ }).textContent()).toMatch(/Healthy/);
      await line.getByRole('link').click();
      const health = part(page, 'Status');
      await health.getByText('The endpoint refused the message.').waitFor();
      expect(await health.textContent()).toContain('the response\'s code is "30"');
      expect(await health.textContent()).toMatch(/Deliveries fail\. Failing since .*One message is pending\./);
      await page.getByRole('link', { name: 'Delivery attempts', exact: true }).click();
      await page.waitForURL(/show=attempts/);
      const attempt = part(page, 'Delivery attempts').getByRole('listitem').first();
      await attempt.locator('summary').click();
      expect(await attempt.locator('pre').textContent()).toContain('"code":"30"');
    });

    it('tests an endpoint with the event of a sample, and shows the answer', async () => {
      const page = await world.openIdle(ADMIN, `/webhooks/${endpoints.healthy}`);
      await page.getByRole('button', { name: 'Test' }).click();
      const test = page.getByRole('dialog');
      await test.getByLabel('Sample event').selectOption('4');
      const before = endpoints.receiver.received.length;
      await test.getByRole('button', { name: 'Send sample' }).click();
      await test.locator('[data-tested=DELIVERED]').waitFor();
      await takePicture(page, 'endpoint-test-en-light');
      const sample = JSON.parse(endpoints.receiver.received[before]!.body);
      expect(sample).toMatchObject({ type: 'TD', details: { token: { tokenEventIndicator: '4' } } });
    });

    it('skips a blocking message after a confirmation, and sends it again when the receiver works', async () => {
      const page = await world.openIdle(ADMIN, `/webhooks/${endpoints.failing}`);
      const line = part(page, 'Messages').getByRole('row').nth(1);
      await line.getByRole('button', { name: 'Skip' }).click();
      const look = page.getByRole('dialog');
      await look.getByLabel('Reason').fill('the receiver never takes it');
      await look.getByRole('button', { name: 'Skip' }).click();
      await look.waitFor({ state: 'detached' });
      await line.getByText('Skipped', { exact: true }).waitFor();
      endpoints.refusing.behave(answersOk);
      // the role cannot read tokens, so it cannot resend token events
      await line.getByText('requires tokens:read').waitFor();
      expect(await line.getByRole('button', { name: 'Resend' }).count()).toBe(0);
      const body = { since: '2026-01-01T00:00:00.000Z', state: 'SKIPPED' };
      expect((await webhooks(world.server, `/${endpoints.failing}/replay`, { body })).status).toBe(200);
      await endpoints.refusing.arrived(2);
      await page.reload();
      await line.getByText('Delivered', { exact: true }).first().waitFor();
    });

    it('adds an endpoint, shows its secret once with code that verifies signatures, and rotates keys', async () => {
      const page = await world.openIdle(ADMIN, '/webhooks');
      await page.getByRole('button', { name: 'Add an endpoint' }).click();
      await page.getByLabel('URL').fill(`${endpoints.receiver.url}/second`);
      await page.getByLabel('Description').fill('Second');
      expect(await page.getByLabel(/^AC/).isDisabled()).toBe(true);
      await page.getByLabel('Concurrent deliveries').fill('x');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.locator('[data-fault=max_in_flight]').waitFor();
      await page.locator('fieldset [data-fault=events]').waitFor();
      expect(await page.locator('[data-fault=max_in_flight]').textContent()).not.toContain('max_in_flight');
      await page.getByLabel('Concurrent deliveries').fill('4');
      await page.getByLabel(/rule\.live/).check();
      await page.getByRole('button', { name: 'Register' }).click();
      const secret = /whsec_[\w+/=]+/;
      await page.getByText('Copy it now').waitFor();
      expect(await page.locator('[data-secret]').textContent()).toMatch(secret);
      expect(await part(page, 'Verify signatures').locator('code').textContent()).toContain('receiveFromNode');
      await page.getByRole('link', { name: 'View endpoint' }).click();
      await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
      expect(await part(page, 'Endpoint').textContent()).not.toMatch(/\bAC\b/);
      await page.getByRole('link', { name: 'Keys', exact: true }).click();
      await part(page, 'Keys').getByRole('button', { name: 'Rotate keys' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate keys' }).click();
      await page.locator('[data-secret]').waitFor();
      await part(page, 'Keys').locator('tbody tr').nth(1).waitFor();
      await page.reload();
      await waitUntilIdle(page);
      expect(await page.content()).not.toMatch(secret);
    });

    it('saves a change of an endpoint without reverting what a colleague changes in the meantime', async () => {
      const { id } = await registerWebhook(world.server, { description: 'Ours', events: ['rule.live'] });
      const path = `/${id}`;
      const page = await world.openIdle(ADMIN, `/webhooks${path}/edit`);
      await page.getByLabel('Concurrent deliveries').fill('7');
      await webhooks(world.server, path, { method: 'PATCH', body: { description: 'Changed by a colleague' } });
      // The page reads the endpoint again every ten seconds.
      await page.waitForResponse((response) => response.url().endsWith(path) && response.request().method() === 'GET');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Changed by a colleague' }).waitFor();
      const { json } = await webhooks(world.server, path);
      expect([json.description, json.max_in_flight]).toEqual(['Changed by a colleague', 7]);
      await webhooks(world.server, path, { method: 'DELETE' });
    });

    it('changes an endpoint, pauses it, and deletes it permanently', async () => {
      const page = await world.openIdle(ADMIN, '/webhooks');
      await page.getByRole('link', { name: 'Second' }).click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('URL').fill(endpoints.receiver.url);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('An endpoint with this URL already exists').first().waitFor();
      await page.getByLabel('URL').fill(`${endpoints.receiver.url}/third`);
      await page.getByLabel('Description').fill('Third');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Third' }).waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
      await page.locator('header').getByText('Paused', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Permanent actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
      await waitUntilIdle(page);
      expect(await page.getByRole('link', { name: 'Third' }).count()).toBe(0);
    });

    it('filters events by the address, and shows their delivery status by endpoint', async () => {
      const page = await world.openIdle(AUDITOR, '/events?type=TC');
      expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
      await page.getByLabel('Type').selectOption('message.dead');
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await page.getByText('No events', { exact: true }).waitFor();
      await page.goBack();
      await page.locator('tbody tr').first().getByRole('link').first().click();
      await page.getByRole('heading', { level: 1, name: 'token activated for the first time' }).waitFor();
      const fares = part(page, 'Delivery status by endpoint');
      await fares.getByRole('row', { name: /Core banking.*Delivered/ }).waitFor();
      await fares.getByRole('link', { name: 'Fraud desk' }).click();
      await page.waitForURL(/notification_id=/);
      await part(page, 'Delivery attempts').getByRole('listitem').first().waitFor();
    });

    it('offers an auditor no changes', async () => {
      const page = await world.openIdle(AUDITOR, `/webhooks/${endpoints.failing}`);
      await part(page, 'Messages').getByRole('row').nth(1).waitFor();
      const offered = await page.locator('main').getByRole('button').allTextContents();
      expect(offered.filter((text) => text !== '')).toEqual([]);
      await page.goto(`${world.url}/console/webhooks/new`);
      await page.getByText('You do not have access').waitFor();
    });

    it('shows an agent neither webhooks nor links to them', async () => {
      const page = await world.openIdle('layla', `/webhooks/${endpoints.failing}`);
      await page.getByText('You do not have access').waitFor();
      expect(await page.locator('nav').getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    });

    it('finds in the audit log who changed a card, shows the values, and exports the rows', async () => {
      const page = await world.openIdle(AUDITOR, `/audit?subject=card:${amina.second.exid}`);
      await part(page, 'Verify the log').locator('[data-chain="0"]').waitFor();
      await page.getByLabel('Operation').fill('Skip a message');
      await page.getByLabel('Subject', { exact: true }).selectOption('');
      await page.getByLabel('ID of the subject').fill('');
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await page.waitForURL(/operation=webhooks\.skip-message/);
      const row = part(page, 'Audit rows').getByRole('listitem');
      await row.first().waitFor();
      expect(await row.count()).toBe(1);
      expect(await row.textContent()).toContain('Salim Mansour');
      await row.getByRole('button').first().click();
      await takePicture(page, 'audit-row-en-light');
      expect(await row.textContent()).toContain('the receiver never takes it');
      const picture = () => takePicture(page, 'export-en-light');
      const lines = (await exportedFile(world, page, 'Export', picture)).trimEnd().split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatch(/^\uFEFFat,actor,operation,subject,outcome,request_id,/);
      const proof = await exportedFile(world, page, 'Export proof');
      const rows = proof.split('\n').filter((line) => line.includes('"type":"row"'));
      expect(rows.filter((line) => !line.endsWith('"row":null}'))).toHaveLength(1);
      expect(rows.length).toBeGreaterThan(20);
    });

    it('shows changes in the audit log with old and new values, and filters operations by a part', async () => {
      const page = await world.openIdle(AUDITOR, '/audit');
      await waitUntilIdle(page);
      const rows = part(page, 'Audit rows').getByRole('listitem');
      await rows.first().waitFor();
      expect((await rows.allTextContents()).filter((text) => text.includes('List audit rows'))).toEqual([]);
      await page.getByLabel('Contains').fill('settings');
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await page.waitForURL(/containing=settings/);
      await rows.first().getByText('Update card settings by account (legacy)').waitFor();
      expect(await rows.first().textContent()).toMatch(/Monthly limit.* → 1000/);
      await takePicture(page, 'audit-changes-en-light');
      await page.getByRole('combobox', { name: 'Rows' }).selectOption('1');
      await page.getByLabel('Contains').fill('list-audit');
      await page.getByRole('combobox', { name: 'Actor' }).selectOption(`sandbox#${AUDITOR}`);
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await rows.first().getByText('List audit rows').waitFor();
      await page.getByLabel('Subject', { exact: true }).selectOption('card');
      const digits = amina.second.cardNumber;
      await page.getByLabel('ID, or name and last 4 digits').fill(`${digits.slice(0, 6)} ${digits.slice(-4)}`);
      await page.locator(`datalist option[value="${amina.second.exid}"]`).waitFor({ state: 'attached' });
    });

    it('explains what is wrong with the log if a row was changed', async () => {
      await world.server.db.sql(
        `update audit_chain set row_hash = sha256('other') where bank_id = 'DEMO' and chain_no =
           (select max(chain_no) from audit_chain where bank_id = 'DEMO')`,
      );
      const page = await world.openIdle(AUDITOR, '/audit');
      const alert = part(page, 'Verify the log').getByRole('alert');
      await alert.getByText(/CHANGED #\d+: the log row was changed/).waitFor();
    });

    it('shows the operator the state of the service, and runs the checks of the doctor', async () => {
      const page = await world.openIdle('karim', '/');
      await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor();
      // the address of the page is not the path of its data
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor();
      await part(page, 'Firing alerts').getByText('Prometheus is not configured').waitFor();
      await part(page, 'Servers').getByRole('row').nth(1).waitFor();
      await part(page, 'Database').getByText('None: the data is on one machine').waitFor();
      await part(page, 'Keys')
        .getByRole('row', { name: /Master key.*Active/ })
        .first()
        .waitFor();
      await part(page, 'Checks').getByRole('button', { name: 'Run checks' }).click();
      await part(page, 'Checks')
        .getByRole('row', { name: /Passed.*migrations/ })
        .waitFor();
    });

    it("lists people with their roles, and ends a person's session after a confirmation", async () => {
      const other = await world.openIdle('noor', '/authorizations');
      const page = await world.openIdle(ADMIN, '/team');
      await part(page, 'People with access')
        .getByRole('row', { name: /Noor Al Amiri.*Analyst/ })
        .waitFor();
      const line = part(page, 'Open sessions').getByRole('row', { name: /Noor Al Amiri/ });
      await line.getByRole('button', { name: 'End' }).click();
      await page.getByRole('dialog').getByText('The browser is signed out immediately').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
      await line.waitFor({ state: 'detached' });
      await other.reload();
      await other.locator('[data-person="noor"]').waitFor();
      const auditor = await world.openIdle(AUDITOR, '/team');
      await part(auditor, 'Open sessions')
        .getByRole('row', { name: /Salim Mansour/ })
        .first()
        .waitFor();
      const own = part(auditor, 'Open sessions').getByRole('row', { name: /Rania Aziz/ });
      expect(await auditor.getByRole('button', { name: 'End', exact: true }).count()).toBe(await own.count());
    });

    it('shows everyone their own sessions, which they can end', async () => {
      const elsewhere = await world.openIdle('layla', '/find');
      const page = await world.openIdle('layla', '/find');
      await page.getByRole('button', { name: /Layla Haddad/ }).click();
      await page.getByRole('menuitem', { name: 'My sessions' }).click();
      const rows = part(page, 'Open sessions').locator('tbody tr');
      await rows.filter({ hasText: 'This session' }).waitFor();
      const before = await rows.count();
      await rows.filter({ hasNotText: 'This session' }).first().getByRole('button', { name: 'End' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
      await rows.nth(before - 1).waitFor({ state: 'detached' });
      await elsewhere.reload();
      await elsewhere.locator('[data-person="layla"]').waitFor();
      expect(
        await page
          .locator('nav')
          .getByRole('link', { name: /Audit|People/ })
          .count(),
      ).toBe(0);
      await page.goto(`${world.url}/console/audit`);
      await page.getByText('You do not have access').waitFor();
    });

    it('has no error, and does not violate its content security policy', () => {
      // a test registers an endpoint with faults
      const isExpected = (complaint: string) => /webhooks\/new: .* status of 400/.test(complaint);
      expect(world.complaints.filter((one) => !isExpected(one))).toEqual([]);
    });
  });
}
