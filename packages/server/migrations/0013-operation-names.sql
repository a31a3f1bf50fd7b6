-- Operations that have a better name now. What was stored under the old one is found under the new one: a repeated
-- request by its claim, a contract warning by its day.
update message_claims set operation = 'card-settings.update-settings'
where operation = 'settings-by-account.update-settings';

update contract_warnings
set operation = replace(replace(operation, 'settings-by-account.', 'card-settings.'),
                        'merchants.read-onboarding', 'merchants.read-onboarding-status')
where operation in ('settings-by-account.update-settings', 'settings-by-account.get-settings', 'merchants.read-onboarding');
