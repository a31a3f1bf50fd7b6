import { AUDITED_BANK, type AuditedCase } from './audit-world.ts';
import { signInDemo } from './callers/demo-sessions.ts';

const paymentOf = (account_number: string) => ({
  ...{ account_number, merchantId: 'SHOP00000000001', maxAmount: '25.00' },
  reason: 'The customer is at the till',
});

/** A request of each operation that changes tasks, with the data that it needs. */
export const TASK_CHANGES: readonly AuditedCase[] = [
  {
    operation: 'tasks.request-payment',
    log: AUDITED_BANK,
    send: (of) => of.post('/payment-requests', paymentOf(of.account.accountNumber)),
  },
  {
    operation: 'tasks.assign-task',
    log: AUDITED_BANK,
    setUp: async (of) => {
      await signInDemo(of.server, 'omar');
      return String((await of.post('/payment-requests', paymentOf(of.account.accountNumber))).json.task_id);
    },
    send: (of, id) =>
      of.server.request({
        method: 'PUT',
        url: `/V2/tasks/${id}/assignee`,
        payload: { assignee: 'sandbox#omar' },
        as: 'demo-bank',
      }),
  },
  {
    operation: 'tasks.comment-task',
    log: AUDITED_BANK,
    setUp: async (of) => String((await of.post('/payment-requests', paymentOf(of.account.accountNumber))).json.task_id),
    send: (of, id) => of.post(`/tasks/${id}/comments`, { text: 'Called.' }),
  },
  {
    operation: 'tasks.decide-payment-request',
    log: AUDITED_BANK,
    setUp: async (of) =>
      String((await of.post('/payment-requests', paymentOf(of.account.accountNumber))).json.reference),
    send: (of, id) =>
      of.server.request({
        method: 'POST',
        url: `/V2/payment-requests/${id}/decision`,
        payload: { decision: 'DECLINE', comment: 'No' },
        as: 'demo-checker',
      }),
  },
  {
    operation: 'tasks.finish-payment-request',
    log: AUDITED_BANK,
    setUp: async (of) =>
      String((await of.post('/payment-requests', paymentOf(of.account.accountNumber))).json.reference),
    send: (of, id) => of.server.request({ method: 'DELETE', url: `/V2/payment-requests/${id}`, as: 'demo-bank' }),
  },
];
