import { z } from 'zod'
import { importItem } from './src/companies/import-input.ts'
console.log(JSON.stringify(z.toJSONSchema(importItem,{io:'input',unrepresentable:'any'})).slice(-300))
