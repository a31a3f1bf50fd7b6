import { Button } from '@mantine/core';
import { type AddressDraft, EMPTY_ADDRESS } from '../../parts/issuing/address.ts';
import { AddressFields, AddressText } from '../../parts/issuing/address-fields.tsx';
import classes from '../../parts/issuing/issuing.module.css';
import type { MailingAddress } from '../../parts/issuing/use-mailing-address.ts';
import type { TypedFault } from '../../parts/page/findings.tsx';
import { useWords } from '../../words/language.ts';

interface Parts {
  readonly known: MailingAddress;
  readonly corrected: AddressDraft | undefined;
  readonly faults: readonly TypedFault[];
  readonly onChange: (address: AddressDraft) => void;
}

/** Where the new card is sent: the mailing address as text, and as fields once it is corrected or missing. */
export function DeliveryAddress({ known, corrected, faults, onChange }: Parts) {
  const { t } = useWords();
  if (known === 'MASKED') return <p>{t('address.masked')}</p>;
  if (corrected !== undefined || known === undefined) {
    return (
      <div>
        {known === undefined && <p>{t('address.missing')}</p>}
        <AddressFields
          title={t('address.title')}
          address={corrected ?? known ?? EMPTY_ADDRESS}
          isRequired
          takesFocus={known !== undefined}
          faults={faults}
          onChange={onChange}
        />
        <span className={classes.about}>{t('address.onlyThisCard')}</span>
      </div>
    );
  }
  return (
    <div>
      <div className={classes.legend}>{t('address.title')}</div>
      <AddressText address={known} />
      <Button variant="default" size="compact-sm" onClick={() => onChange(known)}>
        {t('address.correct')}
      </Button>
    </div>
  );
}
