import type { TemplateRecord } from '../core/model';

/** The registered templates of a fresh sandbox; placeholders are written {{name}}. */
export function seedTemplates(): TemplateRecord[] {
	return [
		{
			channel: 'whatsappb',
			templateId: '1001',
			name: 'order_ready',
			category: 'UTILITY',
			text: 'Hello, {{name}}! Your order {{order}} is ready.',
		},
		{ channel: 'whatsappb', templateId: '1002', name: 'welcome', category: 'UTILITY', text: 'Thank you for your order!' },
		{ channel: 'vk', templateId: 'order_status', name: 'order_status', text: 'Order {{order}}: {{status}}.' },
	];
}
