import type { ServiceStatus } from '@cardwright/contract';
import { DeliveryReason } from '../../parts/event/delivery-reason.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import classes from './service.module.css';

type Failure = NonNullable<ServiceStatus['endpoints'][number]['last_failure']>;

/** Shows when and why the last attempt failed and what to do about it, in the words that the tenant reads. */
export function EndpointFailure({ of: failure }: { of: Failure }) {
  const { at, outcome, http_status: status, reason } = failure;
  return (
    <div className={classes.lines}>
      <span className={classes.outcome}>
        <Status of={outcome} />
        {/* the note contains the status */}
        {reason === null && status !== null && <bdi dir="ltr">{`HTTP ${status}`}</bdi>}
        <Time at={at} />
      </span>
      <DeliveryReason attempt={failure} />
    </div>
  );
}
