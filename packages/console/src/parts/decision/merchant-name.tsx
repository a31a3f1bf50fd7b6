import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './merchant-name.module.css';

interface WhoParts {
  readonly applicationId: string;
  /** One merchant of the application; undefined for all of it. */
  readonly merchantId?: string;
  readonly name: string;
  /** Tells it from others of that name. */
  readonly id: string;
  /** It is on the page already: its filters stay. */
  readonly keepsFilters?: boolean;
  readonly children?: ReactNode;
}

/** Who applied, with the way there. */
export function MerchantName({ applicationId, merchantId, name, id, keepsFilters = false, children }: WhoParts) {
  const merchant = merchantId === undefined ? {} : { merchant: merchantId };
  return (
    <span className={classes.who}>
      <Link
        to="/merchants/$applicationId"
        params={{ applicationId }}
        search={(before: object) => ({ ...(keepsFilters && before), ...merchant })}
        data-application={applicationId}
      >
        <bdi>{name}</bdi>
        {children}
      </Link>
      <bdi dir="ltr" className={classes.id}>
        {id}
      </bdi>
    </span>
  );
}
