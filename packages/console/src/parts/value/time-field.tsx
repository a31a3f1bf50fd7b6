import { DateField } from './date-field.tsx';
import { localTime, zonedTime } from './zoned-time.ts';

interface TimeFieldParts {
  /** The accessible label, hidden unless `isLabelShown` is set. */
  readonly label: string;
  readonly hasVisibleLabel?: boolean;
  /** The time in the form of the interface, or empty. */
  readonly value: string;
  readonly zone: string;
  readonly onChange: (time: string) => void;
}

/** An input for a time in the time zone of the tenant. */
export function TimeField({ label, hasVisibleLabel = false, value, zone, onChange }: TimeFieldParts) {
  return (
    <DateField
      hasTime
      {...(hasVisibleLabel ? { label } : { 'aria-label': label })}
      value={localTime(value)}
      onChange={(local) => onChange(zonedTime(local, zone))}
    />
  );
}
