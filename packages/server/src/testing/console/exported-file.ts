import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { ConsoleWorld } from './console-world.ts';

/** Starts an export in the dialog of a button, waits until it is done, and returns the downloaded file. */
export async function exportedFile(
  { server }: Pick<ConsoleWorld, 'server'>,
  page: Page,
  button = 'Export',
  inspect: () => Promise<void> = async () => {},
): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Start export' }).click();
  await dialog.locator('[data-export]').first().waitFor();
  await server.server.exportsIdle();
  await dialog.locator('[data-export=DONE]').first().waitFor();
  await inspect();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).first().click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  await page.keyboard.press('Escape');
  return text;
}
