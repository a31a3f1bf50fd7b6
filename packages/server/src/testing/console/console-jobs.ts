import type { Locator, Page } from 'playwright-core';
import type { IssuedCard } from '../cards/issued-cards.ts';
import type { SentApplication } from '../merchants/reviews.ts';
import type { Amina } from './amina.ts';

/** The records on which people work. */
export interface JobSubjects {
  readonly amina: Amina;
  /** The merchant whose payments were declined in a burst. */
  readonly attacked: string;
  readonly attackedRule: string;
  /** A view of the declines of that merchant, which analysts share. */
  readonly view: string;
  /** A list of merchant categories that a live rule reads. */
  readonly list: string;
  /** An account whose newest payment was declined because of a switch. */
  readonly declined: IssuedCard;
  /** An account like `declined`, with an amount above the maximum that agents may allow. */
  readonly large: IssuedCard;
  /** An application that a person reviewed, and another has to approve. */
  readonly reviewed: SentApplication;
}

/** Clicks an element, and counts the click. */
export type Click = (each: Locator) => Promise<void>;

/** A job that a person of the sandbox finishes in the console. */
export interface ConsoleJob {
  readonly name: string;
  readonly person: string;
  /** The page on which the job begins. */
  readonly start: (of: JobSubjects) => string;
  /** The number of clicks in the console of commit d6b22f58. Absent if no page could finish the job. */
  readonly before?: string;
  readonly mostClicks: number;
  /** Finishes the job, and waits until its outcome is on the page. Typing does not count as a click. */
  readonly work: (page: Page, click: Click, of: JobSubjects) => Promise<void>;
}

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const firstRow = (page: Page) => page.locator('tbody tr').first();
const accountOf = ({ accountNumber }: IssuedCard) => `/authorizations?account_number=${accountNumber}`;

const CARD_JOBS: readonly ConsoleJob[] = [
  {
    name: 'Explain why a payment of a customer was declined',
    person: 'layla',
    start: ({ amina }) => `/customers/${amina.customerId}`,
    before: '1',
    mostClicks: 2,
    work: async (page, click, { amina }) => {
      await click(page.locator(`a[href*="${amina.declined}"]`).first());
      await page.locator('[data-sentences] p').first().waitFor();
      await page.locator('[data-verdict=REFUSE]').waitFor();
    },
  },
  {
    name: 'Allow one payment like a declined one',
    person: 'layla',
    start: ({ declined }) => accountOf(declined),
    mostClicks: 3,
    work: async (page, click) => {
      await click(firstRow(page));
      await click(button(page, 'Allow one payment like this'));
      const dialog = page.getByRole('dialog', { name: 'Allow one payment' });
      await dialog.getByLabel('Reason').fill('The customer is at the till');
      await click(button(dialog, 'Allow payment'));
      await button(page, 'One payment is allowed').waitFor();
    },
  },
  {
    name: 'Ask card operations to allow a payment',
    person: 'layla',
    start: ({ large }) => accountOf(large),
    mostClicks: 4,
    work: async (page, click) => {
      await click(firstRow(page));
      await click(button(page, 'Allow one payment like this'));
      const dialog = page.getByRole('dialog', { name: 'Allow one payment' });
      await dialog.getByLabel('Reason').fill('The customer is at the till');
      await click(button(dialog, 'Allow payment'));
      await click(button(dialog, 'Ask card operations'));
      await button(page, 'Request sent to card operations').waitFor();
    },
  },
  {
    name: 'Allow the payment that an agent requested',
    person: 'omar',
    start: () => '/tasks',
    mostClicks: 3,
    work: async (page, click) => {
      await click(firstRow(page));
      const panel = page.getByRole('region', { name: 'Payment to allow' });
      await panel.getByLabel('Answer').fill('Only this one');
      await click(button(panel, 'Allow payment'));
      await page.getByText('No tasks').waitFor();
    },
  },
  {
    name: 'Block a card that a customer names, by the keyboard',
    person: 'omar',
    start: () => '/find',
    mostClicks: 1,
    work: async (page, click, { amina }) => {
      await page.keyboard.press('Control+K');
      await page.keyboard.type(`block card …${amina.second.masked.slice(-4)} amina`);
      await page.getByRole('option', { name: 'Block card' }).first().waitFor();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Block this card?' });
      await click(button(dialog, 'Block'));
      await dialog.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'Report a card as lost and reissue it',
    person: 'omar',
    start: ({ amina }) => `/customers/${amina.customerId}`,
    mostClicks: 4,
    work: async (page, click) => {
      await click(page.getByRole('region', { name: 'Cards' }).getByRole('link').first());
      await click(button(page, 'Permanent actions'));
      await click(page.getByRole('menuitem', { name: 'Report lost and reissue' }));
      await click(button(page.getByRole('dialog'), 'Report lost and reissue'));
      await page.getByText('This card was reissued with a new number.').waitFor();
    },
  },
  {
    name: 'Create a customer with an account and a virtual card',
    person: 'omar',
    start: () => '/find',
    mostClicks: 7,
    work: async (page, click) => {
      const dialog = page.getByRole('dialog');
      await click(button(page, 'New customer'));
      await dialog.getByLabel('Customer ID').fill('JOB-1');
      await dialog.getByLabel('First name').fill('Sara');
      await dialog.getByLabel('Last name').fill('Hassan');
      await dialog.getByLabel('Date of birth').fill('31/01/1990');
      await dialog.getByLabel('Mobile phone').fill('+971501112233');
      await click(button(dialog, 'Create customer'));
      await click(button(page, 'Open account'));
      await dialog.getByLabel('Product').selectOption('DEBIT-CLASSIC');
      await dialog.getByLabel('Branch code').fill('001');
      await click(button(dialog, 'Open account'));
      await click(button(page, 'Issue card'));
      await click(dialog.getByRole('radio', { name: /^Virtual/ }));
      await click(button(dialog, 'Issue card'));
      await page.locator('header').getByText('Active', { exact: true }).waitFor();
    },
  },
];

const CONTROL_JOBS: readonly ConsoleJob[] = [
  {
    name: 'Change a limit after a preview of its effect',
    person: 'omar',
    start: ({ amina }) => `/accounts/${amina.accountNumber}/controls`,
    before: '2',
    mostClicks: 2,
    work: async (page, click) => {
      await page.locator('[data-limit=dailyLimit]').getByRole('textbox').fill('500');
      await click(button(page, 'Review changes'));
      const dialog = page.getByRole('dialog');
      await dialog.locator('[data-backtest]').waitFor();
      await click(button(dialog, 'Save'));
      await dialog.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'Create a rule in shadow mode from an attack',
    person: 'noor',
    start: () => '/overview',
    before: '8',
    mostClicks: 8,
    work: async (page, click, { attacked, attackedRule }) => {
      const attack = page.locator(`[data-attack="${attacked}"]`);
      await click(attack.getByRole('link', { name: 'Write a rule' }));
      await page.locator(`input[value="${attackedRule}"]`).waitFor();
      await click(button(page, 'Save draft'));
      await click(button(page, 'Start shadow run'));
      await click(button(page.getByRole('dialog'), 'Start shadow run'));
      await page.locator('[aria-current=step]').getByText('Shadow').waitFor();
    },
  },
  {
    name: 'Apply a view of decisions that a colleague shares',
    person: 'noor',
    start: () => '/authorizations',
    mostClicks: 1,
    work: async (page, click, { attacked, view }) => {
      await click(page.getByRole('link', { name: view }));
      await page.locator('[data-filter=merchant]').getByText(attacked).waitFor();
    },
  },
  {
    name: 'Request approval to remove a category from a list that a live rule reads',
    person: 'noor',
    start: ({ list }) => `/lists/${list}`,
    before: '2, without approval',
    mostClicks: 2,
    work: async (page, click) => {
      await click(button(page, 'Remove 7800 from the list'));
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('The lottery of the state');
      await click(button(dialog, 'Ask for approval'));
      await dialog.getByText('Waiting for a second person').waitFor();
    },
  },
  {
    name: 'Approve the change that a colleague requested',
    person: 'salim',
    start: () => '/approvals',
    mostClicks: 2,
    work: async (page, click) => {
      await click(button(page, 'Approve'));
      await click(button(page.getByRole('dialog'), 'Approve'));
      await page.getByText('No requests').waitFor();
    },
  },
  {
    name: 'Apply an own change in an emergency, without a second person',
    person: 'tariq',
    start: ({ list }) => `/lists/${list}`,
    mostClicks: 5,
    work: async (page, click) => {
      const dialog = page.getByRole('dialog');
      await click(button(page, 'Remove 7995 from the list'));
      await dialog.getByLabel('Reason').fill('Casinos of the ship are closed');
      await click(button(dialog, 'Ask for approval'));
      await click(dialog.getByRole('link', { name: 'Open the request' }));
      await click(button(page, 'Apply without approval'));
      await dialog.getByLabel('Reason').fill('Nobody else is on duty');
      await click(button(dialog, 'Apply without approval'));
      await page.getByText('Applied without a second person').waitFor();
    },
  },
  {
    name: 'See what a colleague changed in an emergency',
    person: 'salim',
    start: () => '/tasks',
    mostClicks: 2,
    work: async (page, click) => {
      await click(page.getByRole('link', { name: 'Change without a second person' }));
      await click(page.locator('[data-task]').getByRole('link', { name: 'Open' }));
      await page.getByText('Casinos of the ship are closed').waitFor();
    },
  },
  {
    name: 'Find the failing part of the server',
    person: 'karim',
    start: () => '/team',
    mostClicks: 1,
    work: async (page, click) => {
      await click(page.getByRole('navigation').getByRole('link', { name: 'Service' }));
      await page.getByRole('region', { name: 'Database' }).waitFor();
    },
  },
];

const MERCHANT_JOBS: readonly ConsoleJob[] = [
  {
    name: 'Approve a merchant that a colleague reviewed',
    person: 'yusuf',
    start: () => '/merchants',
    before: '3',
    mostClicks: 3,
    work: async (page, click) => {
      await click(page.locator('tbody a[data-application]').first());
      await click(button(page, 'Approve'));
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('Papers were seen');
      await click(button(dialog, 'Approve'));
      await page.locator('header').getByText('Active', { exact: true }).waitFor();
    },
  },
];

export const CONSOLE_JOBS: readonly ConsoleJob[] = [...CARD_JOBS, ...CONTROL_JOBS, ...MERCHANT_JOBS];
