import { type ChangeEventType, moved, since } from './change-event-type.ts';

/** Changes that endpoints of an acquirer can subscribe to. */
export const ACQUIRER_CHANGES = {
  'merchant.amended': {
    since,
    meaning: 'An amendment of a merchant was applied',
    example: moved('version', 1, 2),
  },
  'merchant.amendment_held': {
    since,
    meaning: 'An amendment of a merchant waits for its screening or for a person',
    example: moved('amendment', null, 'SCREENING'),
  },
  'merchant.amendment_screened': {
    since,
    meaning: 'The screening of an amendment ended',
    example: moved('amendment', 'SCREENING', 'PENDING_APPROVAL'),
  },
  'merchant.amendment_ended': {
    since,
    meaning: 'An open amendment ended, because its merchant was closed',
    example: moved('amendment', 'PENDING_APPROVAL', 'REJECTED'),
  },
  'merchant.deny_list_loaded': { since, meaning: 'The deny list was loaded', example: moved('names', 0, 120) },
  'application.reviewed': {
    since,
    meaning: 'A person reviewed merchants of an application',
    example: moved(
      'merchants',
      [{ merchantId: 'M1', reviewedBy: null }],
      [{ merchantId: 'M1', reviewedBy: 'reviewer' }],
    ),
  },
  'application.kyc_confirmed': {
    since,
    meaning: 'A person confirmed the KYC of merchants of an application',
    example: moved(
      'merchants',
      [{ merchantId: 'M1', kycConfirmedBy: null }],
      [{ merchantId: 'M1', kycConfirmedBy: 'reviewer' }],
    ),
  },
  'application.information_requested': {
    since,
    meaning: 'A person requested information about merchants of an application',
    example: moved(
      'merchants',
      [{ merchantId: 'M1', status: 'PENDING_APPROVAL' }],
      [{ merchantId: 'M1', status: 'INFORMATION_REQUIRED' }],
    ),
  },
  'application.rejected': {
    since,
    meaning: 'A person rejected merchants of an application',
    example: moved(
      'merchants',
      [{ merchantId: 'M1', status: 'PENDING_APPROVAL' }],
      [{ merchantId: 'M1', status: 'REJECTED' }],
    ),
  },
  'application.screened_again': {
    since,
    meaning: 'A person started another screening of merchants of an application',
    example: moved(
      'merchants',
      [{ merchantId: 'M1', status: 'PENDING_APPROVAL' }],
      [{ merchantId: 'M1', status: 'RECEIVED' }],
    ),
  },
  'application.returned_to_review': {
    since,
    meaning: 'A person returned merchants of an application to review',
    example: moved(
      'merchants',
      [{ merchantId: 'M1', reviewedBy: 'reviewer' }],
      [{ merchantId: 'M1', reviewedBy: null }],
    ),
  },
  'application.approved': {
    since,
    meaning: 'A person approved merchants of an application',
    example: moved(
      'merchants',
      [{ merchantId: 'M1', status: 'PENDING_APPROVAL' }],
      [{ merchantId: 'M1', status: 'BOARDED' }],
    ),
  },
  'application.hit_cleared': {
    since,
    meaning: 'A person cleared a screening hit',
    example: moved('state', 'OPEN', 'CLEARED'),
  },
  'application.hit_confirmed': {
    since,
    meaning: 'A person confirmed a screening hit',
    example: moved('state', 'OPEN', 'CONFIRMED'),
  },
} as const satisfies Readonly<Record<string, ChangeEventType>>;
