import { type AuditRow, OPERATIONS } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { isReadOperation, isSelected, sentFilters } from './audit-selection.ts';

const row = (more: Partial<AuditRow>) =>
  ({ operation: 'cards.change-status', subject: 'card:1', outcome: 'status changed', actor: 'a', ...more }) as AuditRow;

it('every operation that changes something is told from those that only read', () => {
  const gets = OPERATIONS.filter((one) => one.surface === 'rest' && one.method === 'GET');
  expect(gets.filter(({ id }) => !isReadOperation(id))).toEqual([]);
  const changes = OPERATIONS.filter((one) => one.surface === 'rest' && /PUT|PATCH|DELETE/.test(one.method));
  expect(changes.length).toBeGreaterThanOrEqual(10);
  expect(changes.filter(({ id }) => isReadOperation(id))).toEqual([]);
});

it('rows of reads are left out, except refused ones, unless they are requested', () => {
  const read = row({ operation: 'cards.enquire-card', outcome: 'read' });
  expect([isSelected(row({}), {}), isSelected(read, {}), isSelected(read, { reads: '1' })]).toEqual([
    true,
    false,
    true,
  ]);
  expect(isSelected({ ...read, outcome: 'not found', details: { code: '303' } }, {})).toBe(true);
});

it('parts of an operation and of an outcome, and kinds of subjects, select rows', () => {
  expect(isSelected(row({}), { operation: 'status', subject: 'card:', outcome: 'Changed' })).toBe(true);
  expect(isSelected(row({}), { operation: 'settings' })).toBe(false);
  expect(isSelected(row({}), { subject: 'account:' })).toBe(false);
  expect(isSelected(row({}), { actor: 'b' })).toBe(false);
  const known = ['cards.change-status'];
  expect(sentFilters({ operation: 'status', subject: 'card:', outcome: 'changed' }, known)).toEqual({});
  expect(sentFilters({ operation: 'cards.change-status', subject: 'card:1', actor: 'a' }, known)).toEqual({
    operation: 'cards.change-status',
    subject: 'card:1',
    actor: 'a',
  });
});
