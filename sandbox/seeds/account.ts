/** The id of the seeded account. */
export const ACCOUNT_ID = '11111111-2222-4333-8444-555555555555';
/** The id of its user, who is the operator too. */
export const USER_ID = '66666666-7777-4888-9999-000000000000';
