import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import { GridComponent, VisualMapContinuousComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// What is drawn here and no more: tooltip, legend and table are the page's own.
use([BarChart, HeatmapChart, LineChart, GridComponent, VisualMapContinuousComponent, CanvasRenderer]);

export { init };
