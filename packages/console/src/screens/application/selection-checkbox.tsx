import type { ReviewedMerchant } from '@cardwright/contract';
import { createContext, useContext } from 'react';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';
import type { MerchantSelection } from './bulk-actions.tsx';

interface Choosing {
  readonly chosen: MerchantSelection;
  readonly choose: (chosen: MerchantSelection) => void;
}

/** Holds the selection outside of the rows, so that selecting one of a thousand rows renders only its checkbox. */
export const SelectionContext = createContext<Choosing>({ chosen: new Map(), choose: () => {} });

export function SelectionCheckbox({ merchant }: { merchant: ReviewedMerchant }) {
  const { t } = useWords();
  const { chosen, choose } = useContext(SelectionContext);
  const toggle = () => {
    const after = new Map(chosen);
    if (!after.delete(merchant.merchantId)) after.set(merchant.merchantId, merchant);
    choose(after);
  };
  return (
    <input
      type="checkbox"
      className={classes.box}
      checked={chosen.has(merchant.merchantId)}
      onChange={toggle}
      aria-label={t('bulk.choose', { name: merchant.merchantName })}
    />
  );
}
