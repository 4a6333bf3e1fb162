import { type Step, get, organization, post, refused } from '../../../support/story.ts'

export const directory: readonly Step[] = [
  organization('me'),
  get('/v1/directory/search?q=404833048'),
  get('/v1/directory/search?q=404833048&includeSubEntities=true&detail=full'),
  get('/v1/directory/search?q=log&country=FR&limit=2', { as: 'page' }),
  get('/v1/directory/search?q=log&country=FR&limit=2&cursor={page.cursor}'),
  get('/v1/directory/search?vatNumber=BE0501234533&documentTypes=invoice,purchase-order'),
  get('/v1/directory/search?q={me.company.peppolId}&detail=full'),
  get('/v1/directory/search?vatNumber=DE000000404'),
  refused('400 MISSING_FIELD: country', get('/v1/directory/search?q=atelier')),
  get('/v1/directory/0208:0501234533'),
  get('/v1/directory/0225:404833048'),
  get('/v1/directory/{me.company.peppolId}'),
  get('/v1/directory/9930:DE000000410'),
  get('/v1/directory/0088:7300010000001'),
  refused('404 RESOURCE_NOT_FOUND', get('/v1/directory/0208:1000000404')),
  post('/v1/directory/verify', { peppolId: '0208:0501234533', documentType: 'INVOICE' }),
  post('/v1/directory/verify?trace=true', { peppolId: '0208:0501234533', documentType: 'credit-note' }),
  post('/v1/directory/verify?trace=true', { peppolId: '9930:DE000000401', documentType: 'INVOICE' }),
  post('/v1/directory/verify', { peppolId: '9930:DE000000410', documentType: 'INVOICE' }),
  post('/v1/directory/verify', { peppolId: '9930:DE811000099', documentType: 'INVOICE' }),
  refused(
    '400 INVALID_ENUM: peppolId, documentType',
    post('/v1/directory/verify', { peppolId: 'x', documentType: 'LETTER' }),
  ),
]
