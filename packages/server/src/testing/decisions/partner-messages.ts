const MESSAGE_NAMES = {
  timestamp: '2026-11-20T08:00:00.000Z',
  bank_id: 'ACME',
  account_number: '042000000001',
  card_identifier_id: '9000000000000000018',
  retrieval_reference_number: '632499000001',
  amount: '25.00',
  currency: 'AED',
};
/** A request to a bank's own system. */
export const SAMPLE_PARTNER_REQUEST = {
  id: 'ask_1',
  type: 'authorization.decision',
  deadline_ms: 500,
  ...MESSAGE_NAMES,
  decided: { action_code: '00', rule: 'APPROVED' },
  message: { CARD_NUMBER: '400000******0018' },
};
/** An advice to a bank's own system. */
export const SAMPLE_PARTNER_ADVICE = {
  id: '5c1c3a34-2f5e-4f0e-9d1a-0f1d5f1f7c55',
  type: 'authorization.advice',
  advice: 'STAND_IN',
  ...MESSAGE_NAMES,
  decided: { action_code: '00', rule: 'APPROVED', decided_at: '2026-11-20T08:00:00.500Z' },
  partner: { answer: 'LATE', after_ms: 500 },
};
