import { merchantStatus } from '../parts/value/merchant-status.ts';
import { Status } from '../parts/value/status.tsx';
import { ChecklistIcon, CreditCardIcon, OrganizationIcon, PersonIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import type { SearchItem } from './search-item.ts';
import type { FoundRecords } from './use-search-results.ts';

/** Turns the records that the interface found into results, in a fixed order. */
export function useRecordItems(found: FoundRecords | undefined): SearchItem[] {
  const { t } = useWords();
  if (found === undefined) return [];
  const { clients, cards, account, decision, tokenRequest, merchants } = found;
  return [
    ...clients.map(({ customer_id: customerId, card_name: title, mobile_phone: phone, email }) => ({
      id: `customer-${customerId}`,
      icon: PersonIcon,
      target: { to: '/customers/$customerId', params: { customerId } } as const,
      title,
      about: [t('found.customer'), customerId, phone, email],
    })),
    ...cards.map((card) => ({
      id: `card-${card.card_identifier_id}`,
      icon: CreditCardIcon,
      target: { to: '/cards/$exid', params: { exid: card.card_identifier_id } } as const,
      title: card.card_number,
      about: [t('found.card'), card.cardholder_name, card.product_code],
      trailing: <Status of={card.card_status} />,
    })),
    ...merchants.map(({ merchantId, merchantName: title, applicationId, status, merchantState }) => ({
      id: `merchant-${merchantId}`,
      icon: OrganizationIcon,
      target: {
        to: '/merchants/$applicationId',
        params: { applicationId },
        search: { merchant: merchantId },
      } as const,
      title,
      about: [t('found.merchant'), merchantId],
      trailing: <Status of={merchantState ?? merchantStatus(status)} />,
    })),
    ...(account === undefined
      ? []
      : [
          {
            id: `account-${account.account_number}`,
            icon: OrganizationIcon,
            target: { to: '/accounts/$accountNumber', params: { accountNumber: account.account_number } } as const,
            title: account.account_number,
            about: [t('found.account'), account.product_code, account.currency],
          },
        ]),
    ...(decision === undefined
      ? []
      : [
          {
            id: `decision-${decision.retrieval_reference_number}`,
            icon: ChecklistIcon,
            target: {
              to: '/authorizations/$reference',
              params: { reference: decision.retrieval_reference_number },
            } as const,
            title: decision.retrieval_reference_number,
            about: [t('found.decision'), decision.card_number],
            trailing: <Status of={decision.state} />,
          },
        ]),
    ...(tokenRequest === undefined
      ? []
      : [
          {
            id: `request-${tokenRequest.decision_id}`,
            icon: CreditCardIcon,
            target: {
              to: '/token-requests/$decisionId',
              params: { decisionId: tokenRequest.decision_id },
            } as const,
            title: tokenRequest.requestor_name,
            about: [t('tokenRequest.title'), tokenRequest.card_number ?? undefined],
            trailing: <Status of={tokenRequest.outcome} />,
          },
        ]),
  ];
}
