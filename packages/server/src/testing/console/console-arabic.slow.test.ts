import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fileResource } from '../file-resources.ts';
import { makeAmina } from './amina.ts';
import { fileConsole, takePicture } from './console-world.ts';
import { findEnglishTexts } from './english-texts.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';
import { makeEndpoints } from './notified-endpoints.ts';

if (RUNS_BROWSER_TESTS) {
  describe('texts of the server in the console', () => {
    const world = fileConsole();
    const amina = fileResource(() => makeAmina(world.server));
    const endpoints = fileResource(() => makeEndpoints(world.server, amina.second.exid));

    const open = (person: string, path: string, language: 'en' | 'ar' = 'ar') =>
      world.openIdle(person, path, { language });
    const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

    it('tell the operator in English and Arabic why an endpoint fails and what to do, not what the receiver said', async () => {
      const english = part(await open('karim', '/service', 'en'), 'Endpoints that need attention');
      const row = english.getByRole('row', { name: /Failing/ });
      await row.getByText('The endpoint refused the message. See the response and the receiver’s log.').waitFor();
      expect(await row.textContent()).toMatch(/Failing since .*Refused.*HTTP 200/);
      expect(await row.textContent()).not.toContain('"30"');
      const page = await open('karim', '/service');
      await part(page, 'الوجهات التي تحتاج إلى متابعة').getByText('رفضت الوجهة الرسالة.').waitFor();
      await takePicture(page, 'service-failure-ar-light');
    });

    it('name the checks of the doctor in Arabic, and mark their English details', async () => {
      const page = await open('karim', '/service');
      const checks = part(page, 'الفحوص');
      await checks.getByRole('button', { name: 'تشغيل الفحوص' }).click();
      await checks.getByRole('row', { name: /ناجح.*ترحيلات قاعدة البيانات/ }).waitFor();
      expect(
        await checks
          .locator('tbody td[data-column=name]')
          .filter({ hasNotText: /[\u0600-\u06ff]/ })
          .count(),
      ).toBe(0);
      expect(await findEnglishTexts(page)).toEqual([]);
    });

    it('describe a failed delivery in Arabic', async () => {
      const page = await open('salim', `/webhooks/${endpoints.failing}?show=attempts`);
      const attempts = part(page, 'محاولات الإرسال');
      await attempts.getByText('رمز الاستجابة هو').first().waitFor();
      expect(await findEnglishTexts(page)).toEqual([]);
    });

    it('mark what the catalogue of events has in English', async () => {
      const page = await open('salim', '/events/types');
      const english = page.locator('td[data-column=what] [lang=en][dir=ltr]');
      expect(await english.count()).toBeGreaterThan(5);
      expect(await findEnglishTexts(page)).toEqual([]);
    });

    it('give the outcome of an audit row in Arabic', async () => {
      const page = await open('rania', '/audit?reads=1');
      const rows = part(page, 'أسطر التدقيق').getByRole('listitem');
      await rows.first().getByRole('button').first().click();
      expect(await rows.first().locator('dl').first().textContent()).toMatch(/النتيجة[\u0600-\u06ff]/);
      expect(await findEnglishTexts(page)).toEqual([]);
    });

    it('have no fault, and break no rule of the policy of the page', () => {
      expect(world.complaints).toEqual([]);
    });
  });
}
