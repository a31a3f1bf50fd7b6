import { ChangeArrow } from '../../parts/decision/change-arrow.tsx';
import { SettingName, SettingValue } from '../../parts/value/setting-value.tsx';
import type { Difference } from './settings-draft.ts';

/** Describes the old and the new value of one field. */
export function DifferenceWords({ of: { field, was, willBe }, currency }: { of: Difference; currency: string }) {
  return (
    <>
      <SettingName field={field} />
      {': '}
      {was !== undefined && (
        <>
          <SettingValue field={field} value={was} currency={currency} />
          <ChangeArrow />
        </>
      )}
      <strong>
        <SettingValue field={field} value={willBe} currency={currency} />
      </strong>
    </>
  );
}
