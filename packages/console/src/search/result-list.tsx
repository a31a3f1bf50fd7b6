import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { merchantStatus } from '../parts/value/merchant-status.ts';
import { Status } from '../parts/value/status.tsx';
import { ChecklistIcon, CreditCardIcon, type Icon, OrganizationIcon, PersonIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import classes from './result-list.module.css';
import type { FoundRecords } from './use-search-results.ts';

/** Lists all results, each with details that distinguish it from others of the same name. */
export function ResultList({ found, onChosen }: { found: FoundRecords; onChosen?: () => void }) {
  const { t } = useWords();
  const { clients, cards, account, decision, merchants } = found;
  return (
    <ul className={classes.list} aria-label={t('search.found')}>
      {clients.map(({ customer_id: customerId, card_name: name, mobile_phone: phone, email }) => (
        <Item
          onChosen={onChosen}
          key={customerId}
          icon={PersonIcon}
          to={{ to: '/customers/$customerId', params: { customerId } }}
          title={name}
          about={[t('found.customer'), customerId, phone, email]}
        />
      ))}
      {cards.map((card) => (
        <Item
          onChosen={onChosen}
          key={card.card_identifier_id}
          icon={CreditCardIcon}
          to={{ to: '/cards/$exid', params: { exid: card.card_identifier_id } }}
          title={card.card_number}
          about={[t('found.card'), card.cardholder_name, card.product_code]}
          beside={<Status of={card.card_status} />}
        />
      ))}
      {merchants.map(({ merchantId, merchantName, applicationId, status, merchantState }) => (
        <Item
          onChosen={onChosen}
          key={merchantId}
          icon={OrganizationIcon}
          to={{ to: '/merchants/$applicationId', params: { applicationId }, search: { merchant: merchantId } }}
          title={merchantName}
          about={[t('found.merchant'), merchantId]}
          beside={<Status of={merchantState ?? merchantStatus(status)} />}
        />
      ))}
      {account !== undefined && (
        <Item
          onChosen={onChosen}
          icon={OrganizationIcon}
          to={{ to: '/accounts/$accountNumber', params: { accountNumber: account.account_number } }}
          title={account.account_number}
          about={[t('found.account'), account.product_code, account.currency]}
        />
      )}
      {decision !== undefined && (
        <Item
          onChosen={onChosen}
          icon={ChecklistIcon}
          to={{ to: '/authorizations/$reference', params: { reference: decision.retrieval_reference_number } }}
          title={decision.retrieval_reference_number}
          about={[t('found.decision'), decision.card_number]}
          beside={<Status of={decision.state} />}
        />
      )}
    </ul>
  );
}

interface ItemParts {
  readonly icon: Icon;
  readonly to: LinkProps;
  readonly title: string;
  readonly about: readonly (string | undefined)[];
  readonly beside?: ReactNode;
  readonly onChosen: (() => void) | undefined;
}

function Item({ icon: Shape, to, title, about, beside, onChosen }: ItemParts) {
  return (
    <li>
      <Link {...to} className={classes.item} onClick={onChosen} data-found>
        <Shape size={20} aria-hidden />
        <span className={classes.text}>
          <bdi className={classes.title}>{title}</bdi>
          <span className={classes.about}>
            {about
              .filter((part) => part !== undefined)
              .map((part, at) => (
                <span key={part}>
                  {at > 0 && ' · '}
                  <bdi>{part}</bdi>
                </span>
              ))}
          </span>
        </span>
        {beside}
      </Link>
    </li>
  );
}
