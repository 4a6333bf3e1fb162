import { deciding } from './join-request.ts'

export const rejectJoinRequest = deciding('rejected', {
  name: 'rejectJoinRequest',
  summary: 'Rejects the request of a user to join a company. Only for admins of the organization.',
})
